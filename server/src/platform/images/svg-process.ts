import {serveCalls} from '../processes/serve-calls.ts';
import {startWatchdog} from '../processes/watchdog.ts';
import {type EncodedImage, encode, library} from './image-library.ts';

export interface SvgTask {
  svg: Uint8Array;
  /** The largest size of the result. */
  box: {width: number; height: number};
  maxPixels: number;
}

export interface DrawnSvg {
  made: EncodedImage;
  width: number;
  height: number;
}

export interface SvgLimits {
  /** The time for one image. */
  maxMillis: number;
  /** The memory of the process. */
  maxBytes: number;
}

// Draws SVG in its own process, which exits if an image takes too much time or memory.
serveCalls(({maxMillis, maxBytes}: SvgLimits) => {
  const watchdog = startWatchdog({maxBytes});
  return {
    async run({svg, box, maxPixels}: SvgTask): Promise<DrawnSvg> {
      const sharp = await library();
      return watchdog.guard(maxMillis, async () => {
        const open = () => sharp(svg, {limitInputPixels: maxPixels});
        const {width, height} = await open().metadata();
        const fitted = open().resize({...box, fit: 'inside', withoutEnlargement: true});
        return {made: await encode(sharp, fitted), width, height};
      });
    },
    close: () => watchdog.end(),
  };
});
