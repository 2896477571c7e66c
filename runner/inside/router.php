<?php
// What Apache does in XAMPP and `php -S` does not. It adds no slash after a folder, so that links lead elsewhere, answers
// for a missing file with a page further up, and tells upper from lower case.
$path = urldecode(parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH) ?: '/');
$root = $_SERVER['DOCUMENT_ROOT'];
$file = $root . $path;

if (preg_match('~/\.(ht|git|env)~', $path)) {
    http_response_code(403);
    echo 'Forbidden';
    return true;
}
if (is_dir($file) && !str_ends_with($path, '/')) {
    header("Location: $path/", true, 301);
    return true;
}
if (is_file($file) || is_file("$file/index.php") || is_file("$file/index.html")) {
    return false;
}
if (preg_match('~^(.*?\.php)/~', $path, $match) && is_file($root . $match[1])) {
    return false;
}
$rules = is_file("$root/.htaccess") ? file_get_contents("$root/.htaccess") : '';
if (is_file("$root/index.php") && preg_match('~RewriteRule .*index\.php~i', $rules)) {
    $_SERVER['SCRIPT_NAME'] = '/index.php';
    $_SERVER['PATH_INFO'] = $path;
    chdir($root);
    require "$root/index.php";
    return true;
}
$found = '';
foreach (array_filter(explode('/', $path), 'strlen') as $part) {
    $same = array_filter(@scandir($root . $found) ?: [], fn($name) => strcasecmp($name, $part) === 0);
    if (!$same) {
        $found = '';
        break;
    }
    $found .= '/' . reset($same);
}
if ($found !== '' && $found !== rtrim($path, '/')) {
    $query = parse_url($_SERVER['REQUEST_URI'], PHP_URL_QUERY);
    header('Location: ' . implode('/', array_map('rawurlencode', explode('/', $found))) . ($query ? "?$query" : ''), true, 307);
    return true;
}
http_response_code(404);
echo 'Not found';
return true;
