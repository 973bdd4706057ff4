#!/bin/sh
# Runs Chromium without the pages that it loads for the address bar of each new window: two processes and 350
# requests, twice as much as a page of the client needs. Chromium only obeys the last list of features, so this adds
# to Playwright's list. The headless shell has no such pages.
for argument; do
  shift
  case $argument in
  --disable-features=*) argument="$argument,WebUIOmniboxPopup,WebUIOmniboxAimPopup" ;;
  esac
  set -- "$@" "$argument"
done
exec "$CHROMIUM" "$@"
