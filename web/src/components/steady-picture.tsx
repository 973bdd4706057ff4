import {fittedInto, knownPictureSize, type PictureSize, rememberPictureSize} from '../lib/picture-sizes.ts';

interface SteadyPictureProps {
  source: string;
  alt: string;
  className: string | undefined;
  /** The largest that it is shown. */
  box: PictureSize;
  onError: () => void;
}

/**
 * A picture of which nobody says how large it is. Once it has been seen, its place is kept while it loads again, so that
 * nothing jumps when one scrolls back to it.
 */
export function SteadyPicture({source, alt, className, box, onError}: SteadyPictureProps) {
  const size = knownPictureSize(source);
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
