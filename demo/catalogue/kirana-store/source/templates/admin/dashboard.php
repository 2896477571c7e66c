<?php
use Kirana\Picture;
use function Kirana\{e, rupees};
$highest = max(1, ...array_column(array_values($stats['days']), 'sales'));
?>
<div class="heading"><div><h1>Shop today</h1><p><?= date('l, j F Y') ?></p></div><a class="button" href="/admin/product">Add product</a></div>
<div class="figures">
    <div><span>Sales today</span><strong><?= rupees($stats['today']['sales']) ?></strong><small><?= $stats['today']['orders'] === 1 ? '1 order' : $stats['today']['orders'] . ' orders' ?></small></div>
    <div><span>Last 7 days</span><strong><?= rupees($stats['week']) ?></strong><small>cancelled orders left out</small></div>
    <a href="/admin/orders"><span>To be delivered</span><strong><?= $stats['pending'] ?></strong><small>placed, packed or on the way</small></a>
    <a href="/admin/products" class="<?= $stats['low'] ? 'warn' : '' ?>"><span>Running low</span><strong><?= count($stats['low']) ?></strong><small>products to buy soon</small></a>
</div>
<div class="panels">
    <section class="card">
        <h2>Sales, last 14 days</h2>
        <svg class="chart" viewBox="0 0 640 212" role="img" aria-label="Sales for each of the last 14 days">
            <?php $index = 0; foreach ($stats['days'] as $day => $row): $height = $row['sales'] / $highest * 158; $x = 6 + $index++ * 45.6 ?>
                <g><title><?= $day ?>: <?= rupees($row['sales']) ?>, <?= $row['orders'] ?> orders</title>
                    <rect x="<?= $x ?>" y="<?= 184 - $height ?>" width="31" height="<?= $height ?>" rx="4" class="<?= $day === date('Y-m-d') ? 'today' : '' ?>"/>
                    <?php if ($row['sales']): ?><text x="<?= $x + 15.5 ?>" y="<?= 178 - $height ?>"><?= number_format($row['sales'] / 100) ?></text><?php endif ?>
                    <text x="<?= $x + 15.5 ?>" y="203"><?= date('j M', strtotime($day)) ?></text></g>
            <?php endforeach ?>
        </svg>
    </section>
    <section class="card">
        <h2>Running low</h2>
        <ul class="low">
            <?php foreach (array_slice($stats['low'], 0, 5) as $product): ?>
                <li><span class="thumb"><?= Picture::of($product) ?></span><a href="/admin/product?id=<?= $product['id'] ?>"><?= e($product['name']) ?><small><?= e($product['unit']) ?></small></a><b><?= $product['stock'] ?: 'Finished' ?></b></li>
            <?php endforeach ?>
            <?php if (!$stats['low']): ?><li>Every shelf is full.</li><?php endif ?>
        </ul>
    </section>
</div>
<section class="card">
    <h2>Best sellers</h2>
    <table><thead><tr><th>Product</th><th class="number">Sold</th><th class="number">Sales</th></tr></thead><tbody>
        <?php foreach ($stats['best'] as $row): ?><tr><td><?= e($row['name']) ?></td><td class="number"><?= $row['sold'] ?></td><td class="number"><?= rupees((int) $row['sales']) ?></td></tr><?php endforeach ?>
    </tbody></table>
</section>
