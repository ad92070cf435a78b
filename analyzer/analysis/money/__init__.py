"""Money on several bets and over many coups: joint outcomes, portfolios, bankrolls, measured RTP."""
