<?php use function Kirana\{csrfField, e}; ?>
<form method="post" action="/login" class="card small">
    <h1>Sign in</h1>
    <?= $app->partial('_problems', ['problems' => array_filter([$problem])]) ?>
    <?= csrfField() ?><input type="hidden" name="next" value="<?= e(is_string($next) ? $next : '') ?>">
    <label>Mobile number<input name="phone" value="<?= e($phone) ?>" required inputmode="numeric" autocomplete="username" autofocus></label>
    <label>Password<input name="password" type="password" required autocomplete="current-password"></label>
    <button class="primary">Sign in</button>
    <p>First time here? <a href="/register">Create an account</a></p>
</form>
