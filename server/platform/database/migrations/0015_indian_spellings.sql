-- A word of an Indian script in one of its usual spellings: without joiners and the dot below, with the dot above for a
-- nasal letter before a stop, with chillus and vowels taken apart. The blocks of these scripts have the same letters at
-- the same places (Unicode Standard, chapter 12), so that all are brought to the first, Devanagari. Only for comparing.
create function search_spelling(word text) returns text language sql immutable parallel safe strict
return (
  with taken_apart as (
    select translate(
      -- Malayalam's chillus and Bengali's khanda ta are letters with a virama.
      regexp_replace(normalize(word, nfkd), '([ൎൺ-ൿৎ])', E'\\1\u094D', 'g'),
      E'ൎൺൻർൽൾൿৎੰஶௗيىكهە٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹\u200C\u200D\u0640\u0670\u064B\u064C\u064D\u064E\u064F\u0650\u0651\u0652',
      'രണനരലളകতਂஸளییکہہ01234567890123456789') as letters
  ), in_devanagari as (
    select string_agg(case when ascii(letter) between 2432 and 3455 then chr(2304 + ascii(letter) % 128) else letter end, ''
      order by place) as letters
    from taken_apart, unnest(string_to_array(letters, null)) with ordinality each (letter, place)
  ), vowels_with_carriers as (
    select translate(regexp_replace(letters, '([आ-ऌए-औ])', 'अ\1', 'g'),
      E'आइईउऊऋएऐऑओऔॲॳँ०१२३४५६७८९\u093C', E'ािीुूृेैॉोौअअं0123456789') as letters
    from in_devanagari
  )
  select regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(
    letters,
    E'([\u0902\u0903]+)([\u093E-\u094C\u0957]+)', '\2\1', 'g'), -- The dot behind the vowel.
    E'\u0946\u0957', E'\u0957', 'g'), -- Malayalam's au of two parts.
    E'\u0941?\u094D+', E'\u094D', 'g'), -- Malayalam's half u.
    E'[ङञणन]\u094D(?=[क-घच-झट-ढत-धश-स])|म\u094D(?=[प-भ]|$)', E'\u0902', 'g'),
    E'ङ(?![\u093E-\u094D])', E'\u0902', 'g'), -- Bengali's ng.
    E'(.)य(?=[\u0940\u0947])', '\1अ', 'g'), -- गये, गए
    E'\u094D$', '') -- श्रीमान्, श्रीमान
  from vowels_with_carriers
);

create or replace function search_stem(word text) returns text language sql immutable parallel safe strict
return case when word ~ '[؀-ۿऀ-෿]' then coalesce(nullif(search_spelling(word), ''), word)
  else coalesce((ts_lexize('english_stem', word))[1], word) end;

-- Sentences of Indian scripts end in a danda, those of Urdu in a stop of its own.
create or replace function search_spaced(names text) returns text language sql immutable parallel safe strict
return translate(names, E'\n\r\t!"#$%&''()*+,-./:;<=>?@[\\]^_`{|}~‘’“”–—…·•₹।॥॰۔،؛؟᱾᱿꯫', repeat(' ', 55));

-- What is computed with them is computed anew; the order of the first letters serves unfinished words.
update vocabulary set word = word where word ~ '[؀-ۿऀ-෿]';
update synonyms set word = word where word ~ '[؀-ۿऀ-෿]';
drop index vocabulary_stem;
create index vocabulary_stem on vocabulary (stem text_pattern_ops);
