<?php
use Kirana\Orders;
use function Kirana\{e, rupees, showDate};
?>
<div class="heading"><h1>My orders</h1></div>
<section class="card"><table>
    <thead><tr><th>Order</th><th>Placed on</th><th>Delivery</th><th>Status</th><th class="number">Total</th></tr></thead>
    <tbody>
    <?php foreach ($orders as $order): ?>
        <tr><td><a href="/order?id=<?= $order['id'] ?>">Order <?= $order['id'] ?></a></td><td><?= showDate($order['created_at']) ?></td><td><?= e($order['slot']) ?></td>
            <td><span class="badge <?= $order['status'] ?>"><?= Orders::LABELS[$order['status']] ?></span></td><td class="number"><?= rupees($order['total']) ?></td></tr>
    <?php endforeach ?>
    <?php if (!$orders): ?><tr><td colspan="5" class="empty">You have not ordered yet.</td></tr><?php endif ?>
    </tbody>
</table></section>
