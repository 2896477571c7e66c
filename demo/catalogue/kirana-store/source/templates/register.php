<?php use function Kirana\{csrfField, e}; ?>
<form method="post" action="/register" class="card small">
    <h1>Create account</h1>
    <?= $app->partial('_problems', ['problems' => $problems]) ?>
    <?= csrfField() ?>
    <label>Your name<input name="name" value="<?= e($form['name'] ?? '') ?>" required></label>
    <label>Mobile number<input name="phone" value="<?= e($form['phone'] ?? '') ?>" required inputmode="numeric" maxlength="10"></label>
    <label>Password, at least 8 characters<input name="password" type="password" required minlength="8" autocomplete="new-password"></label>
    <button class="primary">Create account</button>
    <p>Have an account? <a href="/login">Sign in</a></p>
</form>
