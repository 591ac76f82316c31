// One silhouette a colour, standing on the rail at y = 0 around x = 0; wheels apart. Purple is the
// mail van, white the refrigerator van, blue the coach, yellow the hopper, orange the box van,
// black the coal wagon, red the caboose, green the tank wagon; the locomotive pulls them all.

import type { CardType } from '../colours.ts';

interface Wagon {
  body: string;
  /** Drawn over the body in the card's colour: windows, doors, stripes, load. */
  detail: string;
  wheels: string;
}

const wheel = (x: number, r = 5): string =>
  `M${x - r}-${r}A${r} ${r} 0 1 1 ${x + r}-${r} ${r} ${r} 0 1 1 ${x - r}-${r}Z`;
const bogies = [-27, -15, 15, 27].map((x) => wheel(x, 4.6)).join('');
const twoAxles = [-20, 20].map((x) => wheel(x, 5.6)).join('');

export const WAGONS: Record<CardType, Wagon> = {
  purple: {
    body: 'M-36-7V-28Q-36-32-31-32H31Q36-32 36-28V-7ZM-33-32Q-30-37-24-37H24Q30-37 33-32Z',
    detail:
      'M-30-27H-22V-19H-30ZM22-27H30V-19H22ZM-14-27H14V-11H-14ZM-10.5-24-0-16.500 10.5-24V-13.500H-10.5Z',
    wheels: bogies,
  },
  white: {
    body: 'M-35-7V-33H35V-7ZM-38-33H38L35-38H-35Z',
    detail:
      'M-9-30H9V-9H-9ZM-29-30H-27V-9H-29ZM-22-30H-20V-9H-22ZM-15.500-30H-13.500V-9H-15.500ZM13.500-30H15.500V-9H13.500ZM20-30H22V-9H20ZM27-30H29V-9H27ZM-3-21H3V-18H-3Z',
    wheels: bogies,
  },
  blue: {
    body: 'M-38-7V-27Q-37-35-29-35H29Q37-35 38-27V-7Z',
    detail:
      'M-33-28H-27V-13H-33ZM-22-28H-15V-19H-22ZM-11-28H-4V-19H-11ZM0-28H7V-19H0ZM11-28H18V-19H11ZM24-28H33V-13H24ZM-22-15H18V-12H-22Z',
    wheels: bogies,
  },
  yellow: {
    body: 'M-36-31H36V-25L24-9H16L10-16H-10L-16-9H-24L-36-25Z',
    detail:
      'M-33-31C-28-40-18-41-12-34-6-42 8-42 12-34 18-41 28-40 33-31ZM-25-27H-22V-17H-25ZM-13-27H-10V-19H-13ZM-1.500-27H1.500V-19H-1.500ZM10-27H13V-19H10ZM22-27H25V-17H22Z',
    wheels: bogies,
  },
  orange: {
    body: 'M-30-8V-32H30V-8ZM-33-32Q0-42 33-32Z',
    detail: 'M-10-29H10V-10H-10ZM-10-29 10-10M10-29-10-10M-26-29H-14V-10H-26ZM14-29H26V-10H14Z',
    wheels: twoAxles,
  },
  black: {
    body: 'M-34-8-37-27H37L34-8Z',
    detail:
      'M-33-27C-32-33-27-32-25-34-21-39-16-33-12-36-7-41-2-34 2-37 7-41 11-34 15-36 20-39 23-33 26-33 31-33 32-30 33-27ZM-24-24H-20V-11H-24ZM-9-24H-5V-11H-9ZM5-24H9V-11H5ZM20-24H24V-11H20Z',
    wheels: twoAxles,
  },
  red: {
    body: 'M-30-8V-29H30V-8ZM-37-29H37L34-33H12V-41H16V-43H-16V-41H-12V-33H-34ZM-37-11H-30V-8H-37ZM30-11H37V-8H30ZM-36.500-26H-35V-11H-36.500ZM35-26H36.500V-11H35Z',
    detail: 'M-9-40H-2V-35H-9ZM2-40H9V-35H2ZM-24-26H-15V-18H-24ZM15-26H24V-18H15ZM-6-26H6V-8H-6Z',
    wheels: twoAxles,
  },
  green: {
    body: 'M-36-7V-11H36V-7ZM-27-33H27Q36-33 36-22.500T27-12H-27Q-36-12-36-22.500T-27-33ZM-6-33V-38H6V-33Z',
    detail: 'M-18-33H-14V-12H-18ZM14-33H18V-12H14ZM-30-24H-18V-20H-30ZM18-24H30V-20H18Z',
    wheels: bogies,
  },
  locomotive: {
    body: 'M-40-8V-14H-37V-36H-41V-40H-17V-36H-19V-29H22Q29-29 29-22V-12L39-6V-4H30L27-8ZM18-29 16-43H29L26-29ZM-8-29V-33Q-8-37-3-37T2-33V-29ZM6-29V-35H11V-29Z',
    detail: 'M-33-33H-24V-24H-33ZM-19-25H22V-22H-19ZM15-43H30V-40H15ZM29-20H32V-14H29Z',
    wheels: [wheel(-26, 7), wheel(-9, 7), wheel(8, 7), wheel(23, 4.4)].join(''),
  },
};
