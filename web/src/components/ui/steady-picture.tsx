import {
  fittedInto,
  knownPictureSize,
  type PictureSize,
  rememberPictureSize,
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
  onError: () => void;
}

/**
 * A picture of another site. Its space is reserved while it loads, so that nothing moves: the server sends its size with
 * the message if it is known, and the page remembers the size of pictures that it has loaded.
 */
export function SteadyPicture({url, source, alt, className, box, onError}: SteadyPictureProps) {
  const size = knownPictureSize(source) ?? knownPictureSize(url);
  const [width, height] = size ? fittedInto(size, box) : [];
  return (
    <img
      className={className}
      src={source}
      alt={alt}
      width={width}
      height={height}
      loading="lazy"
      onLoad={({currentTarget: {naturalWidth, naturalHeight}}) => {
        if (naturalWidth > 0) rememberPictureSize(source, [naturalWidth, naturalHeight]);
      }}
      onError={onError}
    />
  );
}
