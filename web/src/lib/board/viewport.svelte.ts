// Looking at the board: wheel and pinch zoom, drag pan, reset, and keeping a city in sight.

export class Viewport {
  /** How much larger than fitting the window, 1 to 8. */
  zoom = $state(1);
  /** The board point in the middle of the window. */
  x = $state(0);
  y = $state(0);
  /** The window, in CSS pixels. */
  width = $state(1);
  height = $state(1);

  readonly boardWidth: number;
  readonly boardHeight: number;

  constructor(size: [number, number]) {
    [this.boardWidth, this.boardHeight] = size;
    this.x = this.boardWidth / 2;
    this.y = this.boardHeight / 2;
  }

  /** True during a gesture and shortly after it: the picture is moved, not painted anew. */
  moving = $state(false);
  private settled: ReturnType<typeof setTimeout> | undefined;

  /** CSS pixels to a board unit when the whole board is seen. */
  get fit(): number {
    return Math.max(Math.min(this.width / this.boardWidth, this.height / this.boardHeight), 0.01);
  }

  /** CSS pixels to a board unit. */
  get scale(): number {
    return this.fit * this.zoom;
  }

  /** Places the whole board in the window, inside the picture. */
  get placing(): string {
    const { fit } = this;
    const dx = (this.width - this.boardWidth * fit) / 2;
    const dy = (this.height - this.boardHeight * fit) / 2;
    return `translate(${dx.toFixed(2)} ${dy.toFixed(2)}) scale(${fit.toFixed(5)})`;
  }

  /** Zooms and pans the picture as a whole, in CSS, which needs no repainting on the way. */
  get transform(): string {
    const dx =
      this.width / 2 - (this.zoom * this.width) / 2 - (this.x - this.boardWidth / 2) * this.scale;
    const dy =
      this.height / 2 -
      (this.zoom * this.height) / 2 -
      (this.y - this.boardHeight / 2) * this.scale;
    return `translate3d(${dx.toFixed(2)}px, ${dy.toFixed(2)}px, 0) scale(${this.zoom.toFixed(4)})`;
  }

  get isReset(): boolean {
    return this.zoom === 1;
  }

  toBoard(px: number, py: number): [number, number] {
    const { scale } = this;
    return [this.x + (px - this.width / 2) / scale, this.y + (py - this.height / 2) / scale];
  }

  toWindow(x: number, y: number): [number, number] {
    const { scale } = this;
    return [this.width / 2 + (x - this.x) * scale, this.height / 2 + (y - this.y) * scale];
  }

  /** Where a board point is in the window while the whole board is seen. */
  fitted(x: number, y: number): [number, number] {
    const { fit } = this;
    return [
      this.width / 2 + (x - this.boardWidth / 2) * fit,
      this.height / 2 + (y - this.boardHeight / 2) * fit,
    ];
  }

  reset(): void {
    this.zoom = 1;
    this.x = this.boardWidth / 2;
    this.y = this.boardHeight / 2;
  }

  /** Zoom by a factor, the board point under (px, py) staying where it is. */
  zoomAt(factor: number, px: number, py: number): void {
    const [bx, by] = this.toBoard(px, py);
    this.zoom = Math.min(8, Math.max(1, this.zoom * factor));
    const { scale } = this;
    this.x = bx - (px - this.width / 2) / scale;
    this.y = by - (py - this.height / 2) / scale;
    this.keepInside();
  }

  pan(dx: number, dy: number): void {
    this.x -= dx / this.scale;
    this.y -= dy / this.scale;
    this.keepInside();
  }

  /** Bring a board point into the middle, zooming in if the board is shown small. */
  show(x: number, y: number, zoom = Math.max(this.zoom, 2)): void {
    this.zoom = zoom;
    this.x = x;
    this.y = y;
    this.keepInside();
  }

  /**
   * Bring all of some board points into sight, with room for names round them. The board is made
   * larger only where it is shown so small that names can hardly be read.
   */
  showAll(points: readonly { x: number; y: number }[], fontSize: number): void {
    const [xs, ys] = [points.map((p) => p.x), points.map((p) => p.y)];
    const [left, right] = [Math.min(...xs), Math.max(...xs)];
    const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
    const room = 8 * fontSize;
    const fitting = Math.min(
      this.width / ((right - left + 2 * room) * this.fit),
      this.height / ((bottom - top + 2 * room) * this.fit),
    );
    const legible = 12 / (fontSize * this.fit);
    this.show((left + right) / 2, (top + bottom) / 2, Math.max(1, Math.min(fitting, legible, 3)));
  }

  private keepInside(): void {
    this.moving = true;
    clearTimeout(this.settled);
    this.settled = setTimeout(() => (this.moving = false), 180);
    const halfWidth = Math.min(this.width / this.scale, this.boardWidth) / 2;
    const halfHeight = Math.min(this.height / this.scale, this.boardHeight) / 2;
    this.x = Math.min(this.boardWidth - halfWidth, Math.max(halfWidth, this.x));
    this.y = Math.min(this.boardHeight - halfHeight, Math.max(halfHeight, this.y));
  }
}
