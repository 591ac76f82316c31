// The drawings the pages are made of.

export { default as Figure } from './board/Figure.svelte';
export { default as Board } from './board/Board.svelte';
export { loadShape, type BoardShape } from './board/geometry.ts';
export type { BoardLights, BoardState, BoardTexts } from './board/state.ts';
export { default as Card } from './cards/Card.svelte';
export { default as CardBack } from './cards/CardBack.svelte';
export { default as PlayerMark } from './cards/PlayerMark.svelte';
export { default as Symbol } from './cards/Symbol.svelte';
export { default as TicketCard } from './cards/TicketCard.svelte';
export * from './colours.ts';
export { default as Icon } from './icons/Icon.svelte';
export type { IconName } from './icons/icons.ts';
