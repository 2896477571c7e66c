<?php
use Kirana\Picture;
use function Kirana\{e, rupees};
?>
<div class="heading"><div><h1>Products</h1><p>Lowest stock first</p></div><a class="button" href="/admin/product">Add product</a></div>
<section class="card"><table class="lines">
    <thead><tr><th></th><th>Product</th><th>Category</th><th class="number">MRP</th><th class="number">Price</th><th class="number">Stock</th></tr></thead>
    <tbody>
    <?php foreach ($products as $product): ?>
        <tr><td class="thumb"><?= Picture::of($product) ?></td><td><a href="/admin/product?id=<?= $product['id'] ?>"><?= e($product['name']) ?></a><small><?= e($product['unit']) ?><?= $product['active'] ? '' : ', hidden' ?></small></td>
            <td><?= e($product['category']) ?></td><td class="number"><?= rupees($product['mrp']) ?></td><td class="number"><?= rupees($product['price']) ?></td>
            <td class="number"><span class="badge <?= $product['stock'] === 0 ? 'cancelled' : ($product['stock'] <= $app->config['low_stock'] ? 'placed' : 'delivered') ?>"><?= $product['stock'] ?></span></td></tr>
    <?php endforeach ?>
    </tbody>
</table></section>
