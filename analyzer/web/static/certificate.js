// certificate
