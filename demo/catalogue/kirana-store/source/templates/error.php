<?php use function Kirana\e; ?>
<section class="card small"><h1><?= e($title) ?></h1><p><?= e($message) ?></p><p><a href="/">Back to the shop</a></p></section>
