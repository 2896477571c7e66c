<?php

declare(strict_types=1);

namespace Kirana;

/** Creates the tables and the sample shop when the database is still empty. */
final class Installer
{
    public function __construct(private readonly Database $db, private readonly array $config)
    {
    }

    public function isInstalled(): bool
    {
        try {
            return (bool) $this->db->value('SELECT COUNT(*) FROM categories');
        } catch (\PDOException) {
            return false;
        }
    }

    public function install(bool $withOrders = true): void
    {
        $file = $this->db->isSqlite() ? 'schema.sql' : 'schema.mysql.sql';
        $this->db->load(file_get_contents(dirname(__DIR__) . "/database/$file"));
        $seed = require dirname(__DIR__) . '/database/seed.php';

        $this->db->transaction(function () use ($seed): void {
            foreach ($seed['categories'] as $index => [$name, $slug]) {
                $this->db->insert('categories', ['id' => $index + 1, 'name' => $name, 'slug' => $slug]);
            }
            foreach ($seed['categories'] as $index => [, $slug]) {
                foreach ($seed['products'][$slug] as [$name, $unit, $mrp, $price, $stock, $shape, $tint]) {
                    $id = $this->db->insert('products', [
                        'category_id' => $index + 1, 'name' => $name, 'unit' => $unit, 'mrp' => $mrp * 100,
                        'price' => $price * 100, 'stock' => 0, 'shape' => $shape, 'tint' => $tint,
                    ]);
                    (new Catalogue($this->db))->moveStock($id, $stock, 'Opening stock');
                }
            }
            foreach ($seed['customers'] as [$name, $phone, $password, $isAdmin]) {
                $this->db->insert('customers', ['name' => $name, 'phone' => $phone, 'password_hash' => password_hash($password, PASSWORD_DEFAULT), 'is_admin' => $isAdmin]);
            }
        });
        if ($withOrders) {
            $this->sampleOrders($seed);
        }
    }

    /** Two weeks of orders, placed through the same code as real ones. */
    private function sampleOrders(array $seed): void
    {
        mt_srand(1984);
        $orders = new Orders($this->db, $this->config);
        $products = $this->db->all('SELECT id, stock FROM products WHERE stock > 12');
        for ($hoursAgo = 330; $hoursAgo > 0; $hoursAgo -= mt_rand(2, 7)) {
            $moment = time() - $hoursAgo * 3600 + mt_rand(0, 1800);
            if (date('G', $moment) < 7 || date('G', $moment) > 20) {
                continue; // people sleep at night
            }
            $customer = $this->db->one('SELECT * FROM customers WHERE id = :id', ['id' => mt_rand(2, 4)]);
            [$address, $pincode] = $seed['addresses'][$customer['id']];
            $basket = [];
            foreach (array_rand($products, mt_rand(3, 7)) as $key) {
                $basket[$products[$key]['id']] = mt_rand(1, 2);
            }
            $time = date('Y-m-d H:i:s', $moment);
            foreach ($basket as $id => $quantity) {
                (new Catalogue($this->db))->moveStock($id, $quantity, 'Purchase', $time);
            }
            $id = $orders->place($customer, $basket, [
                'name' => $customer['name'], 'phone' => $customer['phone'], 'address' => $address, 'pincode' => $pincode,
                'slot' => $this->config['slots'][mt_rand(0, 3)], 'payment' => $this->config['payments'][mt_rand(0, 1)],
            ], $time);
            $steps = match (true) {
                $hoursAgo > 26 => ['packed', 'out', 'delivered'],
                $hoursAgo > 14 => ['packed', 'out'],
                $hoursAgo > 11 => ['packed'],
                default => [],
            };
            foreach ($steps as $status) {
                $orders->setStatus($id, $status);
            }
        }
    }
}
