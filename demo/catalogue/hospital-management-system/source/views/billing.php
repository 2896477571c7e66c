<?php
namespace Hms;

$csrf = '<input type="hidden" name="_csrf" value="' . e($auth->csrf()) . '">';
?>
<header class="page no-print">
  <div><h1>Billing</h1><p>Newest first. Open a bill to add lines or take a payment.</p></div>
  <?php if ($bill): ?><button class="btn plain" onclick="print()"><?= icon('print') ?>Print bill</button><?php endif ?>
  <nav class="tabs"><a href="/billing" class="<?= $filter === 'all' ? 'on' : '' ?>">All bills</a><a href="/billing?show=due" class="<?= $filter === 'due' ? 'on' : '' ?>">With dues</a></nav>
</header>
<div class="split">
  <section class="card list no-print">
    <ol>
      <?php foreach ($list as $b): $state = Billing::status($b); ?>
      <li><a href="/billing/<?= $b['id'] ?><?= $filter === 'due' ? '?show=due' : '' ?>" class="<?= $bill && $b['id'] === $bill['id'] ? 'on' : '' ?>">
        <span><?= e($b['patient']) ?><small><?= e($b['bill_no']) ?> · <?= day($b['created_at'], 'd M') ?></small></span>
        <span class="right"><b><?= money($b['net_paise']) ?></b><span class="tag <?= slug($state) ?>"><?= $state ?></span></span>
      </a></li>
      <?php endforeach ?>
    </ol>
    <?php if (!$list): ?><p class="muted">No bills here.</p><?php endif ?>
  </section>

  <?php if ($bill): $state = Billing::status($bill); ?>
  <section class="card detail invoice">
    <header>
      <div><h2><?= e($hospital['name']) ?></h2><p><?= e($hospital['address']) ?><br>Phone <?= e($hospital['phone']) ?></p></div>
      <div class="right"><h3><?= e($bill['bill_no']) ?></h3><p><?= day($bill['created_at']) ?></p><span class="tag <?= slug($state) ?>"><?= $state ?></span></div>
    </header>
    <p class="to"><small>Billed to</small><b><?= e($bill['patient']) ?></b> <?= e($bill['uhid']) ?>, <?= age($bill['dob']) ?> y, <?= e($bill['gender']) ?> · <?= e($bill['phone']) ?></p>
    <table>
      <thead><tr><th>Description</th><th class="num">Qty</th><th class="num">Rate</th><th class="num">Amount</th></tr></thead>
      <tbody>
      <?php foreach ($bill['items'] as $i): ?>
        <tr><td><?= e($i['description']) ?></td><td class="num"><?= $i['quantity'] ?></td><td class="num"><?= money($i['rate_paise']) ?></td><td class="num"><?= money($i['quantity'] * $i['rate_paise']) ?></td></tr>
      <?php endforeach ?>
      </tbody>
      <tfoot>
        <?php if ($bill['discount_paise']): ?>
        <tr><td colspan="3">Discount</td><td class="num">-<?= money($bill['discount_paise']) ?></td></tr>
        <?php endif ?>
        <tr class="total"><td colspan="3">Total</td><td class="num"><?= money($bill['net_paise']) ?></td></tr>
        <?php foreach ($bill['payments'] as $p): ?>
        <tr><td colspan="3"><?= e($p['method']) ?>, <?= day($p['paid_at'], 'd M, H:i') ?></td><td class="num">-<?= money($p['amount_paise']) ?></td></tr>
        <?php endforeach ?>
        <tr class="total due"><td colspan="3">Balance due</td><td class="num"><?= money($bill['due_paise']) ?></td></tr>
      </tfoot>
    </table>
    <div class="actions no-print">
      <form method="post" action="/billing/<?= $bill['id'] ?>/items"><?= $csrf ?>
        <input name="description" required maxlength="120" placeholder="Test, medicine or service" aria-label="Description">
        <input name="quantity" type="number" min="1" max="999" value="1" required aria-label="Quantity">
        <input name="rate" required inputmode="decimal" placeholder="Rate ₹" aria-label="Rate in rupees">
        <button class="btn plain">Add line</button>
      </form>
      <?php if ($bill['due_paise'] > 0): ?>
      <form method="post" action="/billing/<?= $bill['id'] ?>/payments"><?= $csrf ?>
        <input name="amount" required inputmode="decimal" value="<?= $bill['due_paise'] / 100 ?>" aria-label="Amount in rupees">
        <select name="method" aria-label="Method"><?php foreach (Billing::METHODS as $m): ?><option><?= $m ?></option><?php endforeach ?></select>
        <button class="btn">Take payment</button>
      </form>
      <?php endif; if ($auth->is('admin')): ?>
      <form method="post" action="/billing/<?= $bill['id'] ?>/discount"><?= $csrf ?>
        <input name="amount" required inputmode="decimal" placeholder="Discount ₹" aria-label="Discount in rupees"><button class="btn plain">Set discount</button>
      </form>
      <?php endif ?>
    </div>
  </section>
  <?php endif ?>
</div>
