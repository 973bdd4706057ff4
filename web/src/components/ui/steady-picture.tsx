import {
  fittedInto,
  type PictureSize,
  rememberPictureSize,
  resizedTo,
  storedPictureSize,
} from '../../lib/picture-sizes.ts';

interface SteadyPictureProps {
  /** The URL in the message. */
  url: string;
  /** The URL to load it from. */
  source: string;
  alt: string;
  className: string | undefined;
  /** The maximum size. */
  box: PictureSize;
  /** The size set by the author; 0 for a side that should keep the proportions. */
  wanted?: PictureSize;
  onError: () => void;
}

/**
 * A picture from another site. Its space is reserved while it loads, so that nothing moves: the server sends its size
 * with the message if known, and the page remembers the sizes of pictures that it has loaded.
 */
export function SteadyPicture({url, source, alt, className, box, wanted, onError}: SteadyPictureProps) {
  const original = storedPictureSize(source) ?? storedPictureSize(url);
  const size = wanted ? resizedTo(original, wanted) : original;
  const [width, height] = size ? fittedInto(size, box) : [];
  return (
    <img
      className={className}
      src={source}
      alt={alt}
      width={width}
      height={height}
      // Without this, the image would switch to its original proportions when it is loaded.
      style={wanted && size ? {aspectRatio: `${size[0]} / ${size[1]}`} : undefined}
      loading="lazy"
      onLoad={({currentTarget: {naturalWidth, naturalHeight}}) => {
        if (naturalWidth > 0) rememberPictureSize(source, [naturalWidth, naturalHeight]);
      }}
      onError={onError}
    />
  );
}
