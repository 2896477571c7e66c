<?php
use Kirana\Orders;
use function Kirana\{csrfField, e, showDate};
$steps = ['placed', 'packed', 'out', 'delivered'];
$reached = array_search($order['status'], $steps, true);
?>
<div class="heading"><div><h1>Order <?= $order['id'] ?></h1><p><?= showDate($order['created_at']) ?></p></div>
    <?php if (in_array('cancelled', Orders::nextSteps($order['status']), true)): ?>
        <form method="post" action="/order/cancel"><?= csrfField() ?><input type="hidden" name="id" value="<?= $order['id'] ?>"><button>Cancel order</button></form>
    <?php endif ?></div>
<?php if ($reached === false): ?>
    <p class="flash">This order was cancelled.</p>
<?php else: ?>
    <ol class="track"><?php foreach ($steps as $index => $step): ?><li class="<?= $index <= $reached ? 'done' : '' ?>"><?= Orders::LABELS[$step] ?></li><?php endforeach ?></ol>
<?php endif ?>
<div class="shop">
    <?= $app->partial('_order', ['order' => $order, 'items' => $items]) ?>
    <aside class="card"><h2>Delivery</h2><p><?= e($order['name']) ?><br><?= e($order['address']) ?><br><?= e($order['pincode']) ?><br><?= e($order['phone']) ?></p><p><?= e($order['slot']) ?></p></aside>
</div>
