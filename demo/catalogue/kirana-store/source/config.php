<?php

// Everything a shop owner may want to change. Amounts are in paise.
return [
    'shop' => 'Sharma Kirana Store',
    'tagline' => 'Sadar Bazar, Indore. Fresh to your door since 1984.',

    // SQLite needs no set-up. For MySQL set DB_DSN, DB_USER and DB_PASSWORD, for example
    // DB_DSN="mysql:host=localhost;dbname=kirana;charset=utf8mb4"
    'dsn' => getenv('DB_DSN') ?: 'sqlite:' . __DIR__ . '/database/kirana.sqlite',
    'db_user' => getenv('DB_USER') ?: null,
    'db_password' => getenv('DB_PASSWORD') ?: null,

    'free_delivery_from' => 49900,
    'delivery_charge' => 3000,
    'max_per_item' => 10,
    'low_stock' => 8,
    'pincodes' => ['452001', '452002', '452003', '452007', '452009', '452010', '452018'],
    'slots' => ['7 am to 9 am', '11 am to 1 pm', '5 pm to 7 pm', '7 pm to 9 pm'],
    'payments' => ['Cash on delivery', 'UPI on delivery'],
];
