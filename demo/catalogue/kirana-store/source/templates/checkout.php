<?php use function Kirana\{csrfField, e}; ?>
<div class="shop">
    <section>
        <div class="heading"><h1>Where should we bring it?</h1></div>
        <?= $app->partial('_problems', ['problems' => $problems]) ?>
        <form method="post" action="/checkout" class="card grid">
            <?= csrfField() ?>
            <label>Name<input name="name" value="<?= e($form['name']) ?>" required maxlength="80"></label>
            <label>Mobile number<input name="phone" value="<?= e($form['phone']) ?>" required inputmode="numeric" maxlength="10"></label>
            <label class="wide">Address<textarea name="address" rows="2" required maxlength="250"><?= e($form['address']) ?></textarea></label>
            <label>PIN code<input name="pincode" value="<?= e($form['pincode']) ?>" required inputmode="numeric" maxlength="6"></label>
            <fieldset class="wide"><legend>Delivery time</legend>
                <?php foreach ($app->config['slots'] as $index => $slot): ?>
                    <label class="choice"><input type="radio" name="slot" value="<?= e($slot) ?>" <?= $form['slot'] === $slot || ($form['slot'] === '' && $index === 0) ? 'checked' : '' ?>><?= e($slot) ?></label>
                <?php endforeach ?></fieldset>
            <fieldset class="wide"><legend>Payment</legend>
                <?php foreach ($app->config['payments'] as $index => $payment): ?>
                    <label class="choice"><input type="radio" name="payment" value="<?= e($payment) ?>" <?= $form['payment'] === $payment || ($form['payment'] === '' && $index === 0) ? 'checked' : '' ?>><?= e($payment) ?></label>
                <?php endforeach ?></fieldset>
            <div class="wide"><button class="primary">Place order</button></div>
        </form>
    </section>
    <?= $app->partial('_bill', ['bill' => $bill, 'checkout' => true]) ?>
</div>
