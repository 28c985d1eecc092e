// The renderer of all pictures: one for the page, because a browser allows only a few, and removes the oldest
// beyond that.
import * as three from 'three';

class PageRenderer {
  readonly renderer = new three.WebGLRenderer({antialias: true});
  private width = 0;
  private height = 0;
  private ratio = 0;

  /// As large as the largest picture so far: resizing takes long.
  private make_room(width: number, height: number, ratio: number) {
    if (width <= this.width && height <= this.height && ratio === this.ratio) return;
    this.width = Math.max(width, this.width);
    this.height = Math.max(height, this.height);
    this.ratio = ratio;
    this.renderer.setPixelRatio(ratio);
    this.renderer.setSize(this.width, this.height, false);
  }

  /// Draws into a picture that is so many pixels of the page wide and high.
  draw(scene: three.Scene, camera: three.Camera, onto: CanvasRenderingContext2D, [width, height]: [number, number], ratio: number) {
    this.make_room(width, height, ratio);
    this.renderer.setScissorTest(true);
    this.renderer.setScissor(0, 0, width, height);
    this.renderer.setViewport(0, 0, width, height);
    this.renderer.render(scene, camera);
    const {canvas} = onto;
    const drawn = this.renderer.domElement;
    onto.drawImage(drawn, 0, drawn.height - canvas.height, canvas.width, canvas.height, 0, 0, canvas.width, canvas.height);
  }
}

let made: PageRenderer | undefined;

/// Fails where the browser cannot draw.
export function page_renderer() { return made ??= new PageRenderer(); }

/// A canvas with the last drawn image.
export class Picture {
  readonly canvas = document.createElement('canvas');
  private readonly context = this.canvas.getContext('2d', {alpha: false})!;
  private size: [number, number] = [1, 1];
  private ratio = 1;

  set_size(width: number, height: number) {
    this.size = [width, height];
    this.ratio = Math.min(devicePixelRatio, 2);
    const [wide, high] = this.size.map(each => Math.floor(each * this.ratio));
    if (this.canvas.width !== wide || this.canvas.height !== high) Object.assign(this.canvas, {width: wide, height: high});
    Object.assign(this.canvas.style, {width: `${width}px`, height: `${height}px`});
  }

  draw(scene: three.Scene, camera: three.Camera) { page_renderer().draw(scene, camera, this.context, this.size, this.ratio); }
}
