"""The six roads of a scoreboard: bead plate, big road, big eye boy, small road, cockroach road, ask road."""
