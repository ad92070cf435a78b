// coup
