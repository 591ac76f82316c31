import { expect, test } from 'vitest';
import { useLanguage } from '../i18n/index.ts';
import { decision, news } from '../testing/report.ts';
import { drawn } from './picture.ts';
import { joined } from './report.ts';

const paint = { colour: (name: string) => `[${name}]`, fonts: '' };

test('the picture is one piece of XML with everybody in it, whatever they are called', async () => {
  await useLanguage('en');
  const report = joined(
    null,
    0,
    news({ decisions: [decision(1, 0, { mark: 'blunder' }), decision(2, 1)] }),
  );
  const players = [
    { name: '<script>"&', livery: 'red' as const },
    { name: 'Ben', livery: 'blue' as const },
  ];
  const svg = drawn(report, 'USA & more', players, paint);
  const read = new DOMParser().parseFromString(svg, 'image/svg+xml');
  expect(read.querySelector('parsererror')).toBeNull();
  const texts = [...read.querySelectorAll('text')].map((one) => one.textContent);
  expect(texts).toContain('<script>"&');
  expect(texts).toContain('USA & more');
  expect(texts).toContain('??');
  expect(read.querySelectorAll('polyline')).toHaveLength(4);
  expect(svg).not.toMatch(/href|url\(|NaN|undefined/);
});
