// The texts: import from here.

export {
  bestLanguage,
  clock,
  dateTime,
  duration,
  fromNow,
  language,
  languageName,
  LANGUAGES,
  list,
  maybe,
  number,
  roughly,
  saying,
  sentence,
  signed,
  t,
  useLanguage,
  type Key,
  type Params,
  type Said,
} from './i18n.svelte.ts';
