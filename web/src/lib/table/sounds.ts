// Short sounds, made on the spot: nothing to load, off or on in one click.

import { settings } from '../settings/settings.svelte.ts';

export type Sound =
  'card' | 'train' | 'ticket' | 'turn' | 'last' | 'bump' | 'end' | 'undo' | 'chat';

let context: AudioContext | null = null;

/** Browsers allow sound only after the player has done something. */
export function wakeSounds(): void {
  if (settings.sound === 'off') return;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
}

interface Tone {
  pitch: number;
  to?: number;
  at?: number;
  long: number;
  loud?: number;
  shape?: OscillatorType;
}

function tone(
  audio: AudioContext,
  { pitch, to, at = 0, long, loud = 0.12, shape = 'sine' }: Tone,
): void {
  const start = audio.currentTime + at;
  const source = audio.createOscillator();
  const volume = audio.createGain();
  source.type = shape;
  source.frequency.setValueAtTime(pitch, start);
  if (to) source.frequency.exponentialRampToValueAtTime(to, start + long);
  volume.gain.setValueAtTime(0, start);
  volume.gain.linearRampToValueAtTime(loud, start + 0.008);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + long);
  source.connect(volume).connect(audio.destination);
  source.start(start);
  source.stop(start + long + 0.02);
}

/** A breath of noise through a filter: paper, wood, steam. */
function noise(audio: AudioContext, pitch: number, long: number, loud: number, at = 0): void {
  const length = Math.ceil(audio.sampleRate * long);
  const buffer = audio.createBuffer(1, length, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < length; i++) samples[i] = (Math.random() * 2 - 1) * (1 - i / length) ** 2;
  const source = audio.createBufferSource();
  const filter = audio.createBiquadFilter();
  const volume = audio.createGain();
  source.buffer = buffer;
  filter.type = 'bandpass';
  filter.frequency.value = pitch;
  volume.gain.value = loud;
  source.connect(filter).connect(volume).connect(audio.destination);
  source.start(audio.currentTime + at);
}

const SOUNDS: Record<Sound, (audio: AudioContext, n: number) => void> = {
  card: (a) => noise(a, 2600, 0.09, 0.35),
  train: (a, n) => {
    for (let i = 0; i < n; i++) {
      noise(a, 900, 0.05, 0.5, i * 0.11);
      tone(a, { pitch: 190 + i * 6, long: 0.06, at: i * 0.11, loud: 0.09, shape: 'triangle' });
    }
  },
  ticket: (a) => {
    noise(a, 1800, 0.12, 0.3);
    tone(a, { pitch: 660, at: 0.06, long: 0.18, loud: 0.06 });
  },
  turn: (a) => {
    tone(a, { pitch: 587, long: 0.35 });
    tone(a, { pitch: 880, at: 0.14, long: 0.5 });
  },
  last: (a) => {
    for (const at of [0, 0.28]) {
      tone(a, { pitch: 466, at, long: 0.24, loud: 0.07, shape: 'triangle' });
      tone(a, { pitch: 587, at, long: 0.24, loud: 0.07, shape: 'triangle' });
      tone(a, { pitch: 698, at, long: 0.24, loud: 0.06, shape: 'triangle' });
    }
  },
  bump: (a) => {
    tone(a, { pitch: 120, to: 60, long: 0.22, loud: 0.22 });
    noise(a, 500, 0.18, 0.5);
  },
  end: (a) => {
    [523, 659, 784, 1047].forEach((pitch, i) => tone(a, { pitch, at: i * 0.13, long: 0.6 }));
  },
  undo: (a) => tone(a, { pitch: 520, to: 260, long: 0.2, loud: 0.08 }),
  chat: (a) => tone(a, { pitch: 990, long: 0.1, loud: 0.05 }),
};

export function play(sound: Sound, n = 1): void {
  if (settings.sound === 'off' || context?.state !== 'running') return;
  SOUNDS[sound](context, n);
}
