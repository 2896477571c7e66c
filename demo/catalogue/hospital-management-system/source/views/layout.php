<?php
/** @var Hms\Auth $auth  @var array $hospital  @var string $title */

namespace Hms;

$user  = $auth->user();
$flash = flash();
$menu  = ['/' => ['dashboard', 'Dashboard'], '/appointments' => ['appointments', 'Appointments'], '/patients' => ['patients', 'Patients']];
if ($auth->is('admin', 'reception')) {
    $menu += ['/doctors' => ['doctors', 'Doctors'], '/billing' => ['billing', 'Billing']];
}
$content ??= '<div class="card empty"><h2>' . e($title) . '</h2><p>' . e($message ?? '') . '</p></div>';
?>
<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title><?= e($title) ?> · <?= e($hospital['name']) ?></title>
  <link rel="stylesheet" href="/style.css">
</head>
<body class="<?= $user ? '' : 'signed-out' ?>">
<?php if ($user): ?>
<aside class="sidebar">
  <a class="brand" href="/"><svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="9"/><path d="M13 7h6v6h6v6h-6v6h-6v-6H7v-6h6z"/></svg><span><?= e($hospital['name']) ?><small>Pune</small></span></a>
  <nav>
    <?php foreach ($menu as $href => [$glyph, $label]): ?>
    <a href="<?= $href ?>" class="<?= $label === $title ? 'on' : '' ?>"><?= icon($glyph) ?><?= $label ?></a>
    <?php endforeach ?>
  </nav>
  <form class="me" method="post" action="/logout">
    <input type="hidden" name="_csrf" value="<?= e($auth->csrf()) ?>">
    <span class="avatar"><?= e(initials($user['name'])) ?></span>
    <span><?= e($user['name']) ?><small><?= e(ucfirst($user['role'])) ?></small></span>
    <button title="Sign out" aria-label="Sign out"><?= icon('logout') ?></button>
  </form>
</aside>
<?php endif ?>
<main>
  <?php if ($flash): ?><p class="flash <?= e($flash['kind']) ?>" role="status"><?= e($flash['text']) ?></p><?php endif ?>
  <?= $content ?>
</main>
<script>
  document.querySelector('.list a.on')?.scrollIntoView({ block: 'nearest' });

  // <button data-open="id"> opens a <dialog>; data-fill='{"slot":"09:30"}' presets its fields.
  document.addEventListener('click', (event) => {
    const opener = event.target.closest('[data-open]');
    if (opener) {
      const dialog = document.getElementById(opener.dataset.open);
      for (const [name, value] of Object.entries(JSON.parse(opener.dataset.fill || '{}'))) {
        dialog.querySelector(`[name="${name}"]`).value = value;
      }
      dialog.showModal();
    }
    if (event.target.closest('[data-close]')) event.target.closest('dialog').close();
  });
</script>
</body>
</html>
