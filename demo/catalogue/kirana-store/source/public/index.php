<?php

declare(strict_types=1);

// php -S runs this file for every request; real files such as style.css are served as they are.
$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH) ?: '/';
if (PHP_SAPI === 'cli-server' && $path !== '/' && is_file(__DIR__ . $path)) {
    return false;
}

require dirname(__DIR__) . '/bootstrap.php';

(new Kirana\App(require dirname(__DIR__) . '/config.php'))->handle($_SERVER['REQUEST_METHOD'], $path);
