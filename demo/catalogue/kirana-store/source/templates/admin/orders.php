<?php
use Kirana\Orders;
use function Kirana\{e, rupees, showDate};
?>
<div class="heading"><h1>Orders</h1></div>
<nav class="shelves" aria-label="Status">
    <a href="/admin/orders" <?= $status === '' ? 'aria-current="page"' : '' ?>>All</a>
    <?php foreach (Orders::LABELS as $value => $label): ?><a href="/admin/orders?status=<?= $value ?>" <?= $status === $value ? 'aria-current="page"' : '' ?>><?= $label ?></a><?php endforeach ?>
</nav>
<section class="card"><table>
    <thead><tr><th>Order</th><th>Placed on</th><th>Customer</th><th>Delivery</th><th>Payment</th><th>Status</th><th class="number">Total</th></tr></thead>
    <tbody>
    <?php foreach ($orders as $order): ?>
        <tr><td><a href="/admin/order?id=<?= $order['id'] ?>">Order <?= $order['id'] ?></a></td><td><?= showDate($order['created_at']) ?></td><td><?= e($order['name']) ?><small><?= e($order['pincode']) ?></small></td>
            <td><?= e($order['slot']) ?></td><td><?= e($order['payment']) ?></td><td><span class="badge <?= $order['status'] ?>"><?= Orders::LABELS[$order['status']] ?></span></td><td class="number"><?= rupees($order['total']) ?></td></tr>
    <?php endforeach ?>
    <?php if (!$orders): ?><tr><td colspan="7" class="empty">No orders here.</td></tr><?php endif ?>
    </tbody>
</table></section>
