#!/bin/sh
# Runs Chromium without the pages that it loads for each new window to show beside its address bar: two processes and
# 350 requests, twice as much as a page of ours. Chromium obeys the last list of features only, so this adds to Playwright's.
# The headless shell has no such pages.
for argument; do
  shift
  case $argument in
  --disable-features=*) argument="$argument,WebUIOmniboxPopup,WebUIOmniboxAimPopup" ;;
  esac
  set -- "$@" "$argument"
done
exec "$CHROMIUM" "$@"
