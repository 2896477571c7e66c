<?php
// What Apache does in XAMPP and `php -S` does not. It adds no slash after a folder, so that links lead elsewhere, answers
// for a missing file with a page further up, and tells upper from lower case. In a function, because a project that is
// required here shares our variables. Returns whether the request is answered, or the script that answers it.
$answered = (function (): bool|string {
    $path = urldecode(parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH) ?: '/');
    $query = parse_url($_SERVER['REQUEST_URI'], PHP_URL_QUERY);
    $root = $_SERVER['DOCUMENT_ROOT'];
    $file = $root . $path;
    $hasIndex = is_file("$file/index.php") || is_file("$file/index.html");
    $controller = getenv('FRONT_CONTROLLER') ?: '';

    if (preg_match('~/\.(ht|git|env)~', $path)) {
        http_response_code(403);
        echo 'Forbidden';
        return true;
    }
    // Where a front controller answers, the name of a folder may be one of its pages.
    if (is_dir($file) && !str_ends_with($path, '/') && ($hasIndex || $controller === '')) {
        header("Location: $path/" . ($query ? "?$query" : ''), true, 301);
        return true;
    }
    if (is_file($file) || $hasIndex) {
        return false;
    }
    if (preg_match('~^(.*?\.php)/~', $path, $match) && is_file($root . $match[1])) {
        return false;
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
    if ($found !== '' && $found !== rtrim($path, '/') && ($controller === '' || is_file($root . $found))) {
        header('Location: ' . implode('/', array_map('rawurlencode', explode('/', $found))) . ($query ? "?$query" : ''), true, 307);
        return true;
    }
    // Rewrite rules count for their folder and what is below it; the nearest come first.
    $base = '';
    for ($folder = rtrim($path, '/'); $controller === ''; $folder = substr($folder, 0, strrpos($folder, '/'))) {
        $place = $root . $folder;
        $rules = is_file("$place/index.php") && is_file("$place/.htaccess") ? file_get_contents("$place/.htaccess") : '';
        if (preg_match('~^\s*RewriteRule\s+\S+\s+"?\S*index\.php(?:\?(\w+)=/?\$1)?~im', $rules, $rule)) {
            [$base, $controller] = [$folder, "$place/index.php"];
            // `RewriteRule ^(.*)$ index.php?url=$1`
            if (isset($rule[1])) {
                $_GET[$rule[1]] = $_REQUEST[$rule[1]] = ltrim(substr($path, strlen($base)), '/');
            }
        }
        if ($folder === '') {
            break;
        }
    }
    if ($controller === '') {
        http_response_code(404);
        echo 'Not found';
        return true;
    }
    $_SERVER['SCRIPT_NAME'] = "$base/" . basename($controller);
    $_SERVER['SCRIPT_FILENAME'] = $controller;
    $_SERVER['PATH_INFO'] = substr($path, strlen($base));
    $_SERVER['PHP_SELF'] = $_SERVER['SCRIPT_NAME'] . $_SERVER['PATH_INFO'];
    chdir(dirname($controller));
    return $controller;
})();
return is_bool($answered) ? $answered : require $answered;
