<?php

declare(strict_types=1);

namespace Kirana;

/** One web request: session, CSRF check, route, template. */
final class App
{
    public readonly Database $db;
    public readonly Auth $auth;
    public readonly Catalogue $catalogue;
    public readonly Orders $orders;
    public readonly Cart $cart;

    public function __construct(public readonly array $config)
    {
        session_set_cookie_params(['httponly' => true, 'samesite' => 'Lax']);
        session_start();
        $_SESSION['csrf'] ??= bin2hex(random_bytes(16));

        $this->db = new Database($config['dsn'], $config['db_user'], $config['db_password']);
        $installer = new Installer($this->db, $config);
        if (!$installer->isInstalled()) {
            $installer->install();
        }
        $this->auth = new Auth($this->db);
        $this->catalogue = new Catalogue($this->db);
        $this->orders = new Orders($this->db, $config);
        $this->cart = new Cart($this->catalogue, $config);
    }

    public function handle(string $method, string $path): void
    {
        header("Content-Security-Policy: default-src 'self'; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'");
        header('X-Content-Type-Options: nosniff');
        try {
            if ($method === 'POST' && !hash_equals($_SESSION['csrf'], (string) ($_POST['csrf'] ?? ''))) {
                throw new HttpError(403, 'This form has expired. Please go back, reload the page and try again.');
            }
            $routes = Shop::ROUTES + Admin::ROUTES;
            [$class, $action] = $routes["$method $path"] ?? throw new HttpError(404, 'There is no page at this address.');
            if ($class === Admin::class && !$this->auth->isAdmin()) {
                throw new HttpError(403, 'This page is for the shop owner. Please sign in as the owner.');
            }
            (new $class($this))->$action();
        } catch (HttpError $problem) {
            http_response_code($problem->status);
            $this->show('error', ['title' => 'Sorry', 'message' => $problem->getMessage()]);
        } catch (\Throwable $problem) {
            error_log((string) $problem);
            http_response_code(500);
            $this->show('error', ['title' => 'Sorry', 'message' => 'Something went wrong in the shop. Please try again.']);
        }
    }

    /** @param array<string, mixed> $data */
    public function show(string $template, array $data = []): void
    {
        $content = $this->partial($template, $data);
        $flash = $_SESSION['flash'] ?? null;
        unset($_SESSION['flash']);
        echo $this->partial('layout', $data + ['content' => $content, 'flash' => $flash, 'title' => $this->config['shop']]);
    }

    /** Templates see $app and the keys of $data as variables. The odd names keep them from clashing. */
    public function partial(string $template__, array $data__ = []): string
    {
        $app = $this;
        extract($data__, EXTR_SKIP);
        ob_start();
        require dirname(__DIR__) . "/templates/$template__.php";

        return ob_get_clean();
    }

    public function redirect(string $to, ?string $message = null): void
    {
        if ($message !== null) {
            $_SESSION['flash'] = $message;
        }
        header("Location: $to", true, 303);
    }
}
