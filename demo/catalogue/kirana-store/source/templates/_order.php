<?php
use Kirana\Picture;
use function Kirana\{e, rupees};
?>
<section class="card"><table class="lines">
    <tbody>
    <?php foreach ($items as $item): ?>
        <tr><td class="thumb"><?= Picture::of($item) ?></td><td><strong><?= e($item['name']) ?></strong><small><?= e($item['unit']) ?></small></td>
            <td><?= $item['quantity'] ?> × <?= rupees($item['price']) ?></td><td class="number"><?= rupees($item['quantity'] * $item['price']) ?></td></tr>
    <?php endforeach ?>
    </tbody>
    <tfoot>
        <tr><td colspan="3">Items</td><td class="number"><?= rupees($order['subtotal']) ?></td></tr>
        <tr><td colspan="3">Delivery</td><td class="number"><?= $order['delivery'] ? rupees($order['delivery']) : 'Free' ?></td></tr>
        <tr class="sum"><td colspan="3">Total, <?= e($order['payment']) ?></td><td class="number"><?= rupees($order['total']) ?></td></tr>
    </tfoot>
</table></section>
