// Rules that find faults. How the code looks is Prettier's, and types are svelte-check's.
import js from '@eslint/js';
import { defineConfig } from 'eslint/config';
import svelte from 'eslint-plugin-svelte';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

export default defineConfig(
  // Made from the server's schema.
  { ignores: ['src/lib/types/'] },
  js.configs.recommended,
  ts.configs.recommended,
  svelte.configs.recommended,
  {
    rules: {
      // svelte-check knows every name.
      'no-undef': 'off',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_' },
      ],
      '@typescript-eslint/no-unused-expressions': ['error', { allowTernary: true }],
    },
  },
  {
    files: ['**/*.ts', '**/*.svelte'],
    languageOptions: {
      parserOptions: { projectService: true, extraFileExtensions: ['.svelte'] },
    },
    // Of the rules that ask for types, those whose faults svelte-check does not see.
    rules: {
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-unnecessary-type-assertion': 'error',
      '@typescript-eslint/only-throw-error': 'error',
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
    rules: {
      // A derived value is not constant.
      'prefer-const': 'off',
      // Our sets and maps are made anew, never changed while they are shown.
      'svelte/prefer-svelte-reactivity': 'off',
      // A space that must not be lost at the end of a block.
      'svelte/no-useless-mustaches': 'off',
      // There are no stores.
      'svelte/require-store-reactive-access': 'off',
    },
  },
);
