<?php

declare(strict_types=1);

/**
 * SQLite is used unless HMS_DSN is set, so the project runs without a database server.
 * For MySQL:  HMS_DSN="mysql:host=127.0.0.1;dbname=hospital;charset=utf8mb4" HMS_USER=root HMS_PASSWORD=secret
 */
return [
    'hospital' => [
        'name'    => 'Sanjeevani Hospital',
        'address' => '14 Karve Road, Kothrud, Pune 411038',
        'phone'   => '020 2543 0000',
    ],
    'db' => [
        'dsn'      => getenv('HMS_DSN') ?: 'sqlite:' . __DIR__ . '/storage/hospital.sqlite',
        'user'     => getenv('HMS_USER') ?: null,
        'password' => getenv('HMS_PASSWORD') ?: null,
    ],
    'timezone' => 'Asia/Kolkata',
];
