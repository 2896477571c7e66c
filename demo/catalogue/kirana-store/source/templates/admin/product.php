<?php
use Kirana\Picture;
use function Kirana\{csrfField, e, showDate};
?>
<div class="heading"><h1><?= e($title) ?></h1></div>
<div class="shop">
    <section>
        <?= $app->partial('_problems', ['problems' => $problems]) ?>
        <form method="post" action="/admin/product" class="card grid">
            <?= csrfField() ?><input type="hidden" name="id" value="<?= $product['id'] ?? 0 ?>">
            <label>Name<input name="name" value="<?= e($form['name'] ?? '') ?>" required maxlength="80"></label>
            <label>Unit<input name="unit" value="<?= e($form['unit'] ?? '') ?>" required maxlength="30"></label>
            <label>MRP (₹)<input name="mrp" value="<?= e($form['mrp'] ?? '') ?>" required inputmode="decimal"></label>
            <label>Price (₹)<input name="price" value="<?= e($form['price'] ?? '') ?>" required inputmode="decimal"></label>
            <label>Category<select name="category_id"><?php foreach ($categories as $row): ?><option value="<?= $row['id'] ?>" <?= (int) ($form['category_id'] ?? 0) === $row['id'] ? 'selected' : '' ?>><?= e($row['name']) ?></option><?php endforeach ?></select></label>
            <label>Picture<select name="shape"><?php foreach (Picture::SHAPES as $shape): ?><option <?= $form['shape'] === $shape ? 'selected' : '' ?>><?= $shape ?></option><?php endforeach ?></select></label>
            <label>Colour<input type="color" name="tint" value="<?= e($form['tint']) ?>"></label>
            <label class="choice"><input type="checkbox" name="active" <?= !empty($form['active']) ? 'checked' : '' ?>>Show in the shop</label>
            <div class="wide"><button class="primary">Save product</button></div>
        </form>
    </section>
    <?php if ($product): ?>
        <aside class="card">
            <div class="picture"><?= Picture::of($product) ?></div>
            <h2>Stock: <?= $product['stock'] ?></h2>
            <form method="post" action="/admin/stock" class="row"><?= csrfField() ?><input type="hidden" name="id" value="<?= $product['id'] ?>">
                <input type="number" name="quantity" placeholder="+10 or -2" aria-label="Change of stock" required><select name="reason" aria-label="Reason"><option>Purchase</option><option>Damaged</option><option>Counted</option></select><button>Save</button></form>
            <ul class="low book"><?php foreach ($moves as $move): ?><li><span><?= e($move['reason']) ?><small><?= showDate($move['created_at']) ?></small></span><b><?= sprintf('%+d', $move['quantity']) ?></b></li><?php endforeach ?></ul>
        </aside>
    <?php endif ?>
</div>
