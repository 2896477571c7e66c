<?php
use Kirana\Picture;
use function Kirana\{e, rupees};
?>
<nav class="shelves" aria-label="Categories">
    <a href="/" <?= $category === '' ? 'aria-current="page"' : '' ?>>All</a>
    <?php foreach ($categories as $row): ?>
        <a href="/?category=<?= e($row['slug']) ?>" <?= $category === $row['slug'] ? 'aria-current="page"' : '' ?>><?= e($row['name']) ?></a>
    <?php endforeach ?>
</nav>
<div class="shop">
    <section>
        <div class="heading">
            <h1><?= e($title) ?></h1>
            <form>
                <input type="hidden" name="category" value="<?= e($category) ?>"><input type="hidden" name="q" value="<?= e($words) ?>">
                <select name="sort" data-submit aria-label="Sort">
                    <?php foreach (['' => 'As on the shelf', 'name' => 'Name', 'cheap' => 'Lowest price', 'saving' => 'Biggest saving'] as $value => $label): ?>
                        <option value="<?= $value ?>" <?= $sort === $value ? 'selected' : '' ?>><?= $label ?></option>
                    <?php endforeach ?>
                </select>
                <noscript><button>Sort</button></noscript>
            </form>
        </div>
        <?php if (!$products): ?><p class="empty">We do not keep that. Please try another word.</p><?php endif ?>
        <ul class="products">
            <?php foreach ($products as $product): $off = (int) round(100 - $product['price'] * 100 / $product['mrp']) ?>
                <li class="<?= $product['stock'] === 0 ? 'finished' : '' ?>">
                    <?php if ($off >= 5): ?><span class="off"><?= $off ?>% off</span><?php endif ?>
                    <div class="picture"><?= Picture::of($product) ?></div>
                    <h2><?= e($product['name']) ?></h2>
                    <p class="unit"><?= e($product['unit']) ?><?php if ($product['stock'] > 0 && $product['stock'] <= $app->config['low_stock']): ?> <em>only <?= $product['stock'] ?> left</em><?php endif ?></p>
                    <div class="buy">
                        <p class="price"><?= rupees($product['price']) ?><?php if ($product['mrp'] > $product['price']): ?> <s><?= rupees($product['mrp']) ?></s><?php endif ?></p>
                        <?= $app->partial('_stepper', ['product' => $product]) ?>
                    </div>
                </li>
            <?php endforeach ?>
        </ul>
    </section>
    <?= $app->partial('_bill', ['bill' => $app->cart->bill()]) ?>
</div>
