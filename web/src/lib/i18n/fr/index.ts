// All catalogues of this language, in one file to fetch.

export default import.meta.glob('./*.json', { eager: true, import: 'default' });
