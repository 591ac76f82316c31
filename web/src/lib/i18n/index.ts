// The door to the words: import from here.

export {
  bestLanguage,
  dateTime,
  duration,
  fromNow,
  language,
  languageName,
  LANGUAGES,
  list,
  maybe,
  number,
  t,
  useLanguage,
  type Key,
  type Params,
} from './i18n.svelte.ts';
