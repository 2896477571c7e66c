-- Line breaks are one character from now on: a description that its owner saves unchanged does not count as changed.
update projects set description = replace(replace(description, E'\r\n', E'\n'), E'\r', E'\n') where strpos(description, E'\r') > 0;
