<?php

declare(strict_types=1);

// php tests/run.php  — needs nothing but PHP. Uses a database in memory.
namespace Kirana;

require dirname(__DIR__) . '/bootstrap.php';

$config = require dirname(__DIR__) . '/config.php';
$_SESSION = [];
$failed = 0;

$test = static function (string $name, callable $body) use (&$failed): void {
    try {
        $body();
        echo "ok    $name\n";
    } catch (\Throwable $problem) {
        $failed++;
        echo "FAIL  $name: {$problem->getMessage()}\n";
    }
};
$same = static function (mixed $expected, mixed $actual): void {
    if ($expected !== $actual) {
        throw new \RuntimeException('expected ' . var_export($expected, true) . ' but got ' . var_export($actual, true));
    }
};
$throws = static function (string $class, callable $body): void {
    try {
        $body();
    } catch (\Throwable $problem) {
        if ($problem instanceof $class) {
            return;
        }
        throw $problem;
    }
    throw new \RuntimeException("$class was not thrown");
};
$shop = static function () use ($config): array {
    $_SESSION = ['csrf' => 'x'];
    $db = new Database('sqlite::memory:');
    (new Installer($db, $config))->install(withOrders: false);

    return [$db, new Catalogue($db), new Orders($db, $config)];
};
$kavita = ['id' => 2];
$delivery = ['name' => 'Kavita', 'phone' => '9826000002', 'address' => '12 Snehlata Ganj', 'pincode' => '452001', 'slot' => '7 am to 9 am', 'payment' => 'Cash on delivery'];

$test('rupees are grouped the Indian way', static function () use ($same): void {
    $same('₹999', rupees(99900));
    $same('₹1,000', rupees(100000));
    $same('₹12,34,567.05', rupees(123456705));
    $same('-₹5', rupees(-500));
});

$test('typed amounts are read exactly', static function () use ($same): void {
    $same(125050, parseRupees('1,250.5'));
    $same(7, parseRupees('0.07'));
    $same(null, parseRupees('-3'));
    $same(null, parseRupees('1.234'));
});

$test('delivery is free from 499 rupees', static function () use ($same, $config): void {
    $same(3000, Cart::totals([['price' => 49899, 'quantity' => 1]], $config)['delivery']);
    $same(0, Cart::totals([['price' => 49900, 'quantity' => 1]], $config)['delivery']);
    $same(0, Cart::totals([], $config)['total']);
});

$test('an order takes stock and keeps the price of that day', static function () use ($shop, $same, $kavita, $delivery): void {
    [$db, $catalogue, $orders] = $shop();
    $before = $catalogue->find(9);
    $id = $orders->place($kavita, [9 => 2], $delivery);
    $same($before['stock'] - 2, $catalogue->find(9)['stock']);
    $db->run('UPDATE products SET price = 100 WHERE id = 9');
    $same($before['price'], $orders->items($id)[0]['price']);
    $same($before['price'] * 2, $orders->find($id)['total']);
});

$test('when one item is short, nothing is taken at all', static function () use ($shop, $same, $throws, $kavita, $delivery): void {
    [$db, $catalogue, $orders] = $shop();
    $tomato = $catalogue->find(1)['stock'];
    $throws(OutOfStock::class, static fn () => $orders->place($kavita, [1 => 1, 5 => 6], $delivery));
    $same($tomato, $catalogue->find(1)['stock']);
    $same(0, (int) $db->value('SELECT COUNT(*) FROM orders'));
});

$test('the last packet can be sold only once', static function () use ($shop, $same): void {
    [, $catalogue] = $shop();
    $same(true, $catalogue->moveStock(5, -5, 'Sold'));
    $same(false, $catalogue->moveStock(5, -1, 'Sold'));
});

$test('cancelling brings the stock back, once', static function () use ($shop, $same, $throws, $kavita, $delivery): void {
    [, $catalogue, $orders] = $shop();
    $stock = $catalogue->find(9)['stock'];
    $id = $orders->place($kavita, [9 => 3], $delivery);
    $orders->setStatus($id, 'cancelled');
    $same($stock, $catalogue->find(9)['stock']);
    $throws(HttpError::class, static fn () => $orders->setStatus($id, 'cancelled'));
});

$test('steps cannot be skipped', static function () use ($shop, $throws, $kavita, $delivery): void {
    [, , $orders] = $shop();
    $id = $orders->place($kavita, [9 => 1], $delivery);
    $throws(HttpError::class, static fn () => $orders->setStatus($id, 'delivered'));
    foreach (['packed', 'out', 'delivered'] as $step) {
        $orders->setStatus($id, $step);
    }
});

$test('the stock book always agrees with the shelf', static function () use ($shop, $same, $kavita, $delivery): void {
    [$db, , $orders] = $shop();
    $orders->setStatus($orders->place($kavita, [9 => 2, 12 => 1], $delivery), 'cancelled');
    $orders->place($kavita, [9 => 4], $delivery);
    $same([], $db->all('SELECT p.id FROM products p LEFT JOIN stock_moves m ON m.product_id = p.id GROUP BY p.id, p.stock HAVING p.stock <> COALESCE(SUM(m.quantity), 0)'));
});

$test('the cart never holds more than the shelf or the limit', static function () use ($shop, $same, $config): void {
    [, $catalogue] = $shop();
    $cart = new Cart($catalogue, $config);
    $cart->set(5, 9);
    $same(5, $cart->quantity(5));
    $cart->set(1, 50);
    $same(10, $cart->quantity(1));
    $cart->set(1, -2);
    $same(0, $cart->quantity(1));
});

$test('a delivery form with mistakes is explained', static function () use ($shop, $same, $delivery): void {
    [, , $orders] = $shop();
    $same([], $orders->check($delivery));
    $same(3, count($orders->check(['phone' => '12345', 'pincode' => '110001', 'slot' => 'midnight'] + $delivery)));
});

$test('sign in and registration', static function () use ($shop, $same): void {
    [$db] = $shop();
    $same(false, (new Auth($db))->signIn('9826000001', 'wrong'));
    $same(1, count((new Auth($db))->register(['name' => 'A', 'phone' => '9826000002', 'password' => 'long enough'])));
});

echo $failed ? "\n$failed failed\n" : "\nAll tests passed\n";
exit($failed ? 1 : 0);
