<?php use function Kirana\{csrfField, e, rupees}; ?>
<aside class="bill" data-live="bill">
    <h2>Your parchi</h2>
    <?php if (!$bill['lines']): ?>
        <p class="blank">Nothing written yet. Add something from the shelf and the bill starts here.</p>
    <?php else: ?>
        <ul>
            <?php foreach ($bill['lines'] as $line): ?>
                <li><span><?= e($line['name']) ?><small><?= $line['quantity'] ?> × <?= rupees($line['price']) ?>, <?= e($line['unit']) ?></small></span><b><?= rupees($line['amount']) ?></b>
                    <form method="post" action="/cart"><?= csrfField() ?><input type="hidden" name="product" value="<?= $line['id'] ?>"><input type="hidden" name="quantity" value="0">
                        <input type="hidden" name="back" value="<?= e($_SERVER['REQUEST_METHOD'] === 'GET' ? $_SERVER['REQUEST_URI'] : '/') ?>"><button aria-label="Remove <?= e($line['name']) ?>">×</button></form></li>
            <?php endforeach ?>
        </ul>
        <dl>
            <dt>Items</dt><dd><?= rupees($bill['subtotal']) ?></dd>
            <dt>Delivery</dt><dd><?= $bill['delivery'] ? rupees($bill['delivery']) : 'Free' ?></dd>
            <dt class="sum">Total</dt><dd class="sum"><?= rupees($bill['total']) ?></dd>
        </dl>
        <?php if ($bill['saving'] > 0): ?><p class="saving">You save <?= rupees($bill['saving']) ?> on MRP</p><?php endif ?>
        <?php if ($bill['delivery'] > 0): ?><p class="nudge">Add <?= rupees($app->config['free_delivery_from'] - $bill['subtotal']) ?> more for free delivery</p><?php endif ?>
        <?php if (empty($checkout)): ?><a class="button" href="/checkout">Go to checkout</a><?php endif ?>
    <?php endif ?>
</aside>
