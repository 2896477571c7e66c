<?php
use Kirana\Orders;
use function Kirana\{csrfField, e, showDate};
$verbs = ['packed' => 'Mark packed', 'out' => 'Send out', 'delivered' => 'Mark delivered', 'cancelled' => 'Cancel order'];
?>
<div class="heading"><div><h1>Order <?= $order['id'] ?> <span class="badge <?= $order['status'] ?>"><?= Orders::LABELS[$order['status']] ?></span></h1><p><?= showDate($order['created_at']) ?></p></div>
    <form method="post" action="/admin/order" class="row"><?= csrfField() ?><input type="hidden" name="id" value="<?= $order['id'] ?>">
        <?php foreach (Orders::nextSteps($order['status']) as $step): ?><button name="status" value="<?= $step ?>" class="<?= $step === 'cancelled' ? '' : 'primary' ?>"><?= $verbs[$step] ?></button><?php endforeach ?>
    </form></div>
<div class="shop">
    <?= $app->partial('_order', ['order' => $order, 'items' => $items]) ?>
    <aside class="card"><h2>Deliver to</h2><p><?= e($order['name']) ?><br><?= e($order['address']) ?><br><?= e($order['pincode']) ?><br><?= e($order['phone']) ?></p><p><?= e($order['slot']) ?></p></aside>
</div>
