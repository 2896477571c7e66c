<?php

declare(strict_types=1);

namespace Kirana;

/** Placing orders and moving them from the counter to the customer's door. */
final class Orders
{
    public const LABELS = ['placed' => 'Placed', 'packed' => 'Packed', 'out' => 'Out for delivery', 'delivered' => 'Delivered', 'cancelled' => 'Cancelled'];
    private const NEXT = ['placed' => ['packed', 'cancelled'], 'packed' => ['out', 'cancelled'], 'out' => ['delivered'], 'delivered' => [], 'cancelled' => []];

    public function __construct(private readonly Database $db, private readonly array $config)
    {
    }

    /** @return list<string> problems with the delivery form */
    public function check(array $form): array
    {
        return array_keys(array_filter([
            'Please write the name of the person who will receive the order.' => trim($form['name'] ?? '') === '' || strlen($form['name']) > 80,
            'Phone must be a 10 digit mobile number.' => !preg_match('/^[6-9]\d{9}$/', $form['phone'] ?? ''),
            'Please write the full address.' => strlen(trim($form['address'] ?? '')) < 10 || strlen($form['address']) > 250,
            'Sorry, we deliver only to these PIN codes: ' . implode(', ', $this->config['pincodes']) . '.' => !in_array($form['pincode'] ?? '', $this->config['pincodes'], true),
            'Please choose a delivery time.' => !in_array($form['slot'] ?? '', $this->config['slots'], true),
            'Please choose how to pay.' => !in_array($form['payment'] ?? '', $this->config['payments'], true),
        ]));
    }

    /**
     * Takes the stock, writes the order and returns its number. Everything happens in one
     * transaction: when a single item is short, nothing is taken and OutOfStock is thrown.
     *
     * @param array<int, int> $basket
     */
    public function place(array $customer, array $basket, array $delivery, ?string $time = null): int
    {
        $time ??= date('Y-m-d H:i:s');

        return $this->db->transaction(function () use ($customer, $basket, $delivery, $time): int {
            $catalogue = new Catalogue($this->db);
            $lines = [];
            foreach ($basket as $productId => $quantity) {
                $product = $catalogue->find($productId);
                if (!$product || !$product['active'] || $quantity < 1 || !$catalogue->moveStock($productId, -$quantity, 'Sold', $time)) {
                    throw new OutOfStock($product['name'] ?? 'One item');
                }
                $lines[] = ['product_id' => $productId, 'name' => $product['name'], 'unit' => $product['unit'], 'price' => $product['price'], 'quantity' => $quantity];
            }
            if ($lines === []) {
                throw new OutOfStock('Your basket');
            }
            $totals = Cart::totals($lines, $this->config);
            $orderId = $this->db->insert('orders', [
                'customer_id' => $customer['id'], 'name' => trim($delivery['name']), 'phone' => $delivery['phone'], 'address' => trim($delivery['address']),
                'pincode' => $delivery['pincode'], 'slot' => $delivery['slot'], 'payment' => $delivery['payment'],
                'subtotal' => $totals['subtotal'], 'delivery' => $totals['delivery'], 'total' => $totals['total'], 'created_at' => $time,
            ]);
            foreach ($lines as $line) {
                $this->db->insert('order_items', ['order_id' => $orderId] + $line);
            }

            return $orderId;
        });
    }

    /** @return list<string> */
    public static function nextSteps(string $status): array
    {
        return self::NEXT[$status] ?? [];
    }

    /** Cancelling puts the goods back on the shelf. */
    public function setStatus(int $orderId, string $status): void
    {
        $this->db->transaction(function () use ($orderId, $status): void {
            $order = $this->db->one('SELECT * FROM orders WHERE id = :id', ['id' => $orderId]);
            if (!$order || !in_array($status, self::nextSteps($order['status']), true)) {
                throw new HttpError(422, 'This order cannot be moved to that step.');
            }
            $this->db->run('UPDATE orders SET status = :status WHERE id = :id', ['status' => $status, 'id' => $orderId]);
            if ($status === 'cancelled') {
                foreach ($this->items($orderId) as $item) {
                    (new Catalogue($this->db))->moveStock($item['product_id'], $item['quantity'], "Order $orderId cancelled");
                }
            }
        });
    }

    public function find(int $id): ?array
    {
        return $this->db->one('SELECT * FROM orders WHERE id = :id', ['id' => $id]);
    }

    public function items(int $orderId): array
    {
        return $this->db->all('SELECT i.*, p.shape, p.tint FROM order_items i JOIN products p ON p.id = i.product_id WHERE i.order_id = :id ORDER BY i.product_id', ['id' => $orderId]);
    }

    public function ofCustomer(int $customerId): array
    {
        return $this->db->all('SELECT * FROM orders WHERE customer_id = :id ORDER BY created_at DESC, id DESC', ['id' => $customerId]);
    }

    public function all(string $status = ''): array
    {
        $where = isset(self::LABELS[$status]) ? 'WHERE status = :status' : '';

        return $this->db->all("SELECT * FROM orders $where ORDER BY created_at DESC, id DESC LIMIT 100", $where ? ['status' => $status] : []);
    }

    /** Numbers for the owner's first page. */
    public function dashboard(): array
    {
        $since = date('Y-m-d', strtotime('-13 days'));
        $rows = $this->db->all("SELECT substr(created_at, 1, 10) AS day, COUNT(*) AS orders, SUM(total) AS sales FROM orders
            WHERE status <> 'cancelled' AND created_at >= :since GROUP BY substr(created_at, 1, 10)", ['since' => $since]);
        $byDay = array_column($rows, null, 'day');
        $days = [];
        for ($i = 13; $i >= 0; $i--) {
            $day = date('Y-m-d', strtotime("-$i days"));
            $days[$day] = ['orders' => (int) ($byDay[$day]['orders'] ?? 0), 'sales' => (int) ($byDay[$day]['sales'] ?? 0)];
        }

        return [
            'days' => $days,
            'today' => end($days),
            'week' => array_sum(array_column(array_slice($days, -7), 'sales')),
            'pending' => (int) $this->db->value("SELECT COUNT(*) FROM orders WHERE status IN ('placed', 'packed', 'out')"),
            'low' => $this->db->all('SELECT * FROM products WHERE active = 1 AND stock <= :low ORDER BY stock, name', ['low' => $this->config['low_stock']]),
            'best' => $this->db->all("SELECT i.name, SUM(i.quantity) AS sold, SUM(i.quantity * i.price) AS sales FROM order_items i JOIN orders o ON o.id = i.order_id
                WHERE o.status <> 'cancelled' GROUP BY i.product_id, i.name ORDER BY sales DESC LIMIT 5"),
        ];
    }
}
