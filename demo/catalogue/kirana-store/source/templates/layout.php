<?php
use function Kirana\{csrfField, e};
$customer = $app->auth->customer();
$count = $app->cart->bill()['count'];
$isAdminPage = str_starts_with($_SERVER['REQUEST_URI'] ?? '', '/admin');
?>
<!doctype html>
<html lang="en">
<head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title><?= e($title) ?> | <?= e($app->config['shop']) ?></title>
    <link rel="stylesheet" href="/style.css">
    <link rel="icon" href="/icon.svg">
    <script src="/shop.js" defer></script>
</head>
<body class="<?= $isAdminPage ? 'admin' : '' ?>">
<header class="board">
    <div class="inner">
        <a class="name" href="/"><strong><?= e($app->config['shop']) ?></strong><span><?= e($app->config['tagline']) ?></span></a>
        <form class="search" action="/" role="search"><input type="search" name="q" value="<?= e($words ?? '') ?>" placeholder="Search atta, haldi, soap" aria-label="Search products"><button>Search</button></form>
        <nav>
            <?php if ($app->auth->isAdmin()): ?>
                <a href="/admin">Shop today</a><a href="/admin/orders">Orders</a><a href="/admin/products">Products</a>
            <?php elseif ($customer): ?>
                <a href="/orders">My orders</a>
            <?php endif ?>
            <?php if ($customer): ?>
                <form method="post" action="/logout"><?= csrfField() ?><button class="link">Sign out</button></form>
            <?php else: ?>
                <a href="/login">Sign in</a>
            <?php endif ?>
            <?php if (!$isAdminPage): ?><a class="basket-link" href="/checkout" data-live="count">Basket <b><?= $count ?></b></a><?php endif ?>
        </nav>
    </div>
</header>
<div class="awning" aria-hidden="true"></div>
<main>
    <?php if ($flash): ?><p class="flash" role="status"><?= e($flash) ?></p><?php endif ?>
    <?= $content ?>
</main>
</body>
</html>
