<?php

declare(strict_types=1);

namespace Kirana;

/** Pages for the shop owner. App lets nobody else in. */
final class Admin
{
    public const ROUTES = [
        'GET /admin' => [self::class, 'dashboard'],
        'GET /admin/orders' => [self::class, 'orders'],
        'GET /admin/order' => [self::class, 'order'],
        'POST /admin/order' => [self::class, 'moveOrder'],
        'GET /admin/products' => [self::class, 'products'],
        'GET /admin/product' => [self::class, 'product'],
        'POST /admin/product' => [self::class, 'saveProduct'],
        'POST /admin/stock' => [self::class, 'moveStock'],
    ];

    public function __construct(private readonly App $app)
    {
    }

    public function dashboard(): void
    {
        $this->app->show('admin/dashboard', ['title' => 'Shop today', 'stats' => $this->app->orders->dashboard()]);
    }

    public function orders(): void
    {
        $status = (string) ($_GET['status'] ?? '');
        $this->app->show('admin/orders', ['title' => 'Orders', 'status' => $status, 'orders' => $this->app->orders->all($status)]);
    }

    public function order(): void
    {
        $order = $this->app->orders->find((int) ($_GET['id'] ?? 0)) ?? throw new HttpError(404, 'We could not find that order.');
        $this->app->show('admin/order', ['title' => "Order $order[id]", 'order' => $order, 'items' => $this->app->orders->items($order['id'])]);
    }

    public function moveOrder(): void
    {
        $id = (int) ($_POST['id'] ?? 0);
        $status = (string) ($_POST['status'] ?? '');
        $this->app->orders->setStatus($id, $status);
        $this->app->redirect("/admin/order?id=$id", "Order $id: " . Orders::LABELS[$status] . '.');
    }

    public function products(): void
    {
        $this->app->show('admin/products', ['title' => 'Products', 'products' => $this->app->db->all(
            'SELECT p.*, c.name AS category FROM products p JOIN categories c ON c.id = p.category_id ORDER BY p.stock, p.name',
        )]);
    }

    public function product(array $form = [], array $problems = []): void
    {
        $id = (int) ($_REQUEST['id'] ?? 0);
        $product = $id ? $this->app->catalogue->find($id) ?? throw new HttpError(404, 'We could not find that product.') : null;
        $shown = $product ? ['mrp' => (string) ($product['mrp'] / 100), 'price' => (string) ($product['price'] / 100)] + $product : ['active' => 1, 'tint' => '#d79a3a', 'shape' => 'pouch'];
        $this->app->show('admin/product', [
            'title' => $product['name'] ?? 'New product', 'product' => $product, 'form' => $form + $shown, 'problems' => $problems,
            'categories' => $this->app->catalogue->categories(), 'moves' => $id ? $this->app->catalogue->moves($id) : [],
        ]);
    }

    public function saveProduct(): void
    {
        $id = (int) ($_POST['id'] ?? 0);
        $form = array_map(static fn ($value): string => is_string($value) ? $value : '', $_POST);
        $problems = $this->app->catalogue->save($id ?: null, $form);
        if ($problems) {
            $this->product($form, $problems);
        } else {
            $this->app->redirect('/admin/products', trim($form['name']) . ' was saved.');
        }
    }

    public function moveStock(): void
    {
        $id = (int) ($_POST['id'] ?? 0);
        $quantity = (int) ($_POST['quantity'] ?? 0);
        $reason = in_array($_POST['reason'] ?? '', ['Purchase', 'Damaged', 'Counted'], true) ? $_POST['reason'] : 'Counted';
        $done = $this->app->catalogue->moveStock($id, max(-1000, min(1000, $quantity)), $reason);
        $this->app->redirect("/admin/product?id=$id", $done ? 'Stock was changed.' : 'There is not that much stock to take away.');
    }
}
