// What kind of pointer did something.

/** Whether a click came from a finger, which is less sure of what it hits than a mouse. */
export function isTouch(event: MouseEvent): boolean {
  return (event as PointerEvent).pointerType === 'touch';
}
