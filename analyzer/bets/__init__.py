"""What bets pay on: facts about a coup, the condition language, bets. Nothing about shoes."""
