<?php

declare(strict_types=1);

namespace Kirana;

date_default_timezone_set('Asia/Kolkata');

// Kirana\Cart lives in src/Cart.php.
spl_autoload_register(static function (string $class): void {
    $file = __DIR__ . '/src/' . str_replace('\\', '/', substr($class, strlen('Kirana\\'))) . '.php';
    if (str_starts_with($class, 'Kirana\\') && is_file($file)) {
        require $file;
    }
});

require __DIR__ . '/src/helpers.php';
