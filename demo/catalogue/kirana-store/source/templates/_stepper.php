<?php
use function Kirana\{csrfField, e};
$quantity = $app->cart->quantity($product['id']);
$back = $_SERVER['REQUEST_METHOD'] === 'GET' ? $_SERVER['REQUEST_URI'] : '/';
$full = $quantity >= min($product['stock'], $app->config['max_per_item']);
?>
<div class="stepper" data-live="item-<?= $product['id'] ?>">
    <?php if ($product['stock'] === 0): ?>
        <span class="gone">Finished</span>
    <?php else: ?>
        <form method="post" action="/cart"><?= csrfField() ?>
            <input type="hidden" name="product" value="<?= $product['id'] ?>"><input type="hidden" name="back" value="<?= e($back) ?>">
            <?php if ($quantity === 0): ?>
                <button class="add" name="quantity" value="1" aria-label="Add <?= e($product['name']) ?>">Add</button>
            <?php else: ?>
                <button name="quantity" value="<?= $quantity - 1 ?>" aria-label="One less <?= e($product['name']) ?>">−</button><b><?= $quantity ?></b>
                <button name="quantity" value="<?= $quantity + 1 ?>" <?= $full ? 'disabled' : '' ?> aria-label="One more <?= e($product['name']) ?>">+</button>
            <?php endif ?>
        </form>
    <?php endif ?>
</div>
