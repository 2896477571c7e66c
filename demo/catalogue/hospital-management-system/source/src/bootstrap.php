<?php

declare(strict_types=1);

spl_autoload_register(static function (string $class): void {
    $file = __DIR__ . '/' . str_replace(['Hms\\', '\\'], ['', '/'], $class) . '.php';
    if (is_file($file)) {
        require $file;
    }
});
require_once __DIR__ . '/helpers.php';
date_default_timezone_set((require __DIR__ . '/../config.php')['timezone']);
