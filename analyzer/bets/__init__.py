"""What pays: facts about a coup, the condition language, bets. Nothing about shoes."""
